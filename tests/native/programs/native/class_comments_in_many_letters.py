import numpy as np
import tensorflow as tf


# 학습에 사용할 플레이결과
class Model:
    """선형 모델 — 莫烦"""

    def __init__(self, size):
        """상태"""
        # 입력 값: ð_j
        self.x = tf.placeholder(tf.float32, [None, size])  # 입력
        # 가중치
        w = tf.Variable(tf.ones([size, 1]))  # 莫烦 w
        self.out = tf.matmul(self.x, w) + size  # 결과
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    def predict(self, x): return self.sess.run(self.out, feed_dict={self.x: x})  # 예측


print(Model(2).predict([[1, 2]]))
