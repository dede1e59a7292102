import collections
import pickle
import re

import numpy as np


class VocabularyProcessor:
    """Texts as rows of word ids, as tf.contrib.learn.preprocessing.VocabularyProcessor."""

    def __init__(self, max_document_length, min_frequency=0, vocabulary=None, tokenizer_fn=None):
        self.max_document_length, self.min_frequency = max_document_length, min_frequency
        self.vocabulary_ = vocabulary or CategoricalVocabulary()
        self._tokenizer = tokenizer_fn or split_into_words

    def fit(self, raw_documents, unused_y=None):
        for tokens in self._tokenizer(raw_documents):
            for token in tokens:
                self.vocabulary_.add(token)
        if self.min_frequency > 0:
            self.vocabulary_.trim(self.min_frequency)
        self.vocabulary_.freeze()
        return self

    def fit_transform(self, raw_documents, unused_y=None):
        return self.fit(raw_documents).transform(raw_documents)

    def transform(self, raw_documents):
        for tokens in self._tokenizer(raw_documents):
            word_ids = np.zeros(self.max_document_length, np.int64)
            for at, token in enumerate(tokens[: self.max_document_length]):
                word_ids[at] = self.vocabulary_.get(token)
            yield word_ids

    def reverse(self, documents):
        for document in documents:
            yield " ".join(self.vocabulary_.reverse(word_id) for word_id in document)

    def save(self, filename):
        with tf.io.gfile.GFile(filename, "wb") as file:
            file.write(pickle.dumps(self))

    @classmethod
    def restore(cls, filename):
        with tf.io.gfile.GFile(filename, "rb") as file:
            return pickle.loads(file.read())


class CategoricalVocabulary:
    """Ids of words: 0 is for the unknown ones, and for all new ones once it is frozen."""

    def __init__(self, unknown_token="<UNK>"):
        self._mapping, self._reverse_mapping = {unknown_token: 0}, [unknown_token]
        self._freq, self._freeze = collections.Counter(), False

    def __len__(self):
        return len(self._mapping)

    def freeze(self, freeze=True):
        self._freeze = freeze

    def get(self, category):
        if category not in self._mapping:
            if self._freeze:
                return 0
            self._mapping[category] = len(self._mapping)
            self._reverse_mapping.append(category)
        return self._mapping[category]

    def add(self, category, count=1):
        if self.get(category) > 0:
            self._freq[category] += count

    def trim(self, min_frequency, max_frequency=-1):
        """Keep the words that are more frequent than that, the most frequent first."""
        ordered = sorted(self._freq.items(), key=lambda one: (-one[1], isinstance(one[0], str), one[0]))
        kept = [one for one in ordered if one[1] > min_frequency and not 0 < max_frequency <= one[1]]
        self._reverse_mapping = [self._reverse_mapping[0], *(category for category, _ in kept)]
        self._mapping = {category: at for at, category in enumerate(self._reverse_mapping)}
        self._freq = collections.Counter(dict(kept))

    def reverse(self, class_id):
        return self._reverse_mapping[class_id]


def split_into_words(texts):
    for text in texts:
        yield re.findall(r"[A-Z]{2,}(?![a-z])|[A-Z][a-z]+(?=[A-Z])|['\w-]+", text)
