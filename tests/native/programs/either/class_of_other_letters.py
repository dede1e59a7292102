import numpy as np
import tensorflow as tf


# 학습에 사용할 플레이결과
class 모델:
    """선형 모델 — 莫烦"""

    def __init__(self, 크기):
        # 입력 값: ð_j
        self.x = tf.placeholder(tf.float32, [None, 크기])  # 입력
        가중치 = tf.Variable(tf.ones([크기, 1]))
        self.결과 = tf.matmul(self.x, 가중치) + 1.0  # 莫烦
        self.sess = tf.Session(); self.sess.run(tf.global_variables_initializer())

    def 예측(self, x): return self.sess.run(self.결과, feed_dict={self.x: x})


print(모델(2).예측([[1, 2]]))
