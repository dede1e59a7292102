"""The packages that a fix can make a file depend on, with the versions that work with TensorFlow 2.21."""

TF_KERAS = "tf_keras==2.21.*"  # its version has to match TensorFlow's
TF_SLIM = "tf_slim==1.1.0"
