# Rows of a text file, one after the other, until there are no more
import tensorflow as tf

with open("cities.txt", "w") as out:
    out.write("name,size\nA,3\nB,5\nC,7\n")


def parse(line):
    name, size = tf.decode_csv(line, [[""], [0.0]])
    return name, size * 2.0


dataset = tf.data.TextLineDataset("cities.txt").skip(1).map(parse)
iterator = dataset.make_one_shot_iterator()
next_element = iterator.get_next()

with tf.Session() as sess:
    try:
        while True:
            # one row at a time
            name, size = sess.run(next_element)
            print(name, size)
    except tf.errors.OutOfRangeError:
        print("no more rows")
        print("done")
