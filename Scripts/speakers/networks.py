"""The networks whose weights tell speakers apart, as ONNX graphs.

A batch norm that follows a convolution is folded into it; those that come before one stay."""

import numpy as np

from onnx_file import Graph

EPSILON = 1e-5


def scale_and_shift(weights, name):
    variance = weights[f"{name}.running_var"].astype(np.float64)
    scale = weights.get(f"{name}.weight", 1.0) / np.sqrt(variance + EPSILON)
    return scale, weights.get(f"{name}.bias", 0.0) - weights[f"{name}.running_mean"] * scale


class Builder(Graph):
    def __init__(self, name, weights):
        super().__init__(name)
        self.weights = weights

    def convolution(self, value, name, norm=None, **attributes):
        weight, bias = self.weights[f"{name}.weight"], self.weights.get(f"{name}.bias")
        if norm is not None:
            scale, shift = scale_and_shift(self.weights, norm)
            weight = weight * scale.reshape(-1, *[1] * (weight.ndim - 1))
            bias = shift if bias is None else bias * scale + shift
        return self.node("Conv", value, weight, *([] if bias is None else [bias]), **attributes)

    def norm_and_relu(self, value, name):
        weights, side = self.weights, len(self.weights[f"{name}.running_mean"])
        return self.node("Relu", self.node(
            "BatchNormalization", value,
            weights.get(f"{name}.weight", np.ones(side, np.float32)),
            weights.get(f"{name}.bias", np.zeros(side, np.float32)),
            weights[f"{name}.running_mean"], weights[f"{name}.running_var"], epsilon=EPSILON))

    def linear(self, value, name):
        weights = self.weights
        return self.node("Add", self.node(
            "MatMul", value, weights[f"{name}.weight"].T), weights[f"{name}.bias"])

    def lstm(self, value, layer, directions):
        """Takes and gives (time, batch, features)."""
        gates = [[], [], []]
        for direction in directions:
            parts = [
                self.ordered(self.weights[f"lstm.{kind}_l{layer}{direction}"])
                for kind in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
            ]
            gates[0].append(parts[0])
            gates[1].append(parts[1])
            gates[2].append(np.concatenate(parts[2:]))
        hidden = gates[1][0].shape[1]
        result, last, _ = self.node(
            "LSTM", value, *(np.stack(each) for each in gates), outputs=3, hidden_size=hidden,
            direction="bidirectional" if len(directions) == 2 else "forward")
        result = self.node("Transpose", result, perm=[0, 2, 1, 3])
        return self.node("Reshape", result, [0, 0, hidden * len(directions)]), last

    @staticmethod
    def ordered(gates):
        """Torch puts the gates down as input, forget, cell, output; ONNX as input, output, forget,
        cell."""
        i, f, g, o = np.split(gates, 4)
        return np.concatenate([i, o, f, g])


def campplus(weights):
    """CAM++: log-mel frames (batch, time, 80) to embeddings (batch, 192)."""
    b = Builder("campplus", weights)
    x = b.node("Transpose", "frames", perm=[0, 2, 1])
    x = b.node("Unsqueeze", x, [1])
    x = b.node("Relu", b.convolution(x, "head.conv1", "head.bn1", pads=[1, 1, 1, 1]))
    for layer in ("head.layer1", "head.layer2"):
        for name, stride in ((f"{layer}.0", 2), (f"{layer}.1", 1)):
            x = residual(b, x, name, stride)
    x = b.node("Relu", b.convolution(
        x, "head.conv2", "head.bn2", pads=[1, 1, 1, 1], strides=[2, 1]))
    x = b.node("Reshape", x, [0, 320, -1])
    x = b.node("Relu", b.convolution(
        x, "xvector.tdnn.linear", "xvector.tdnn.nonlinear.batchnorm", pads=[2, 2], strides=[2]))
    for index, (layers, dilation) in enumerate(((12, 1), (24, 2), (16, 2)), 1):
        for layer in range(1, layers + 1):
            name = f"xvector.block{index}.tdnnd{layer}"
            x = b.node("Concat", x, dense(b, x, name, dilation), axis=1)
        name = f"xvector.transit{index}"
        x = b.norm_and_relu(x, f"{name}.nonlinear.batchnorm")
        x = b.convolution(x, f"{name}.linear")
    x = b.norm_and_relu(x, "xvector.out_nonlinear.batchnorm")
    # Mean and standard deviation over time.
    mean = b.node("ReduceMean", x, axes=[2])
    apart = b.node("Sub", x, b.node("ReduceMean", x, axes=[2], keepdims=1))
    squares = b.node("ReduceSum", b.node("Mul", apart, apart), [2], keepdims=1)
    length = b.node("Cast", b.node("Slice", b.node("Shape", x), [2], [3]), to=1)
    deviation = b.node("Sqrt", b.node("Div", squares, b.node("Sub", length, np.float32([1]))))
    x = b.node("Concat", mean, deviation, axis=1)
    x = b.convolution(x, "xvector.dense.linear", "xvector.dense.nonlinear.batchnorm")
    x = b.node("Squeeze", x, [2])
    return b.file("frames", ("batch", "time", 80), x, ("batch", 192))


def residual(b, x, name, stride):
    y = b.node("Relu", b.convolution(
        x, f"{name}.conv1", f"{name}.bn1", pads=[1, 1, 1, 1], strides=[stride, 1]))
    y = b.convolution(y, f"{name}.conv2", f"{name}.bn2", pads=[1, 1, 1, 1])
    if f"{name}.shortcut.0.weight" in b.weights:
        x = b.convolution(x, f"{name}.shortcut.0", f"{name}.shortcut.1", strides=[stride, 1])
    return b.node("Relu", b.node("Add", y, x))


def dense(b, x, name, dilation):
    """A layer whose result is weighed by what is around: the whole, and the second or so (100
    frames) that a frame is in."""
    x = b.norm_and_relu(x, f"{name}.nonlinear1.batchnorm")
    x = b.node("Relu", b.convolution(x, f"{name}.linear1", f"{name}.nonlinear2.batchnorm"))
    name = f"{name}.cam_layer"
    y = b.convolution(
        x, f"{name}.linear_local", pads=[dilation, dilation], dilations=[dilation])
    near = b.node("AveragePool", x, kernel_shape=[100], strides=[100], ceil_mode=1)
    around = b.node("Add", near, b.node("ReduceMean", x, axes=[2]))
    gate = b.node("Relu", b.convolution(around, f"{name}.linear1"))
    gate = b.node("Sigmoid", b.convolution(gate, f"{name}.linear2"))
    gate = b.node("Expand", b.node("Unsqueeze", gate, [3]), [1, 1, 1, 100])
    gate = b.node("Reshape", gate, [0, 32, -1])
    gate = b.node("Slice", gate, [0], b.node("Slice", b.node("Shape", x), [2], [3]), [2])
    return b.node("Mul", y, gate)


def segmentation(weights):
    """Who of up to three speakers speaks when in some seconds of sound: samples (batch, 1, time) to
    scores (frames, batch, 7) of nobody, A, B, C, A and B, A and C, B and C."""
    b = Builder("segmentation", dict(weights, **{"sincnet.conv1d.0.weight": sinc(weights)}))

    def norm(value, name):
        weight, bias = weights[f"{name}.weight"], weights[f"{name}.bias"]
        return b.node("InstanceNormalization", value, weight, bias, epsilon=EPSILON)

    x = norm("samples", "sincnet.wav_norm1d")
    for index in range(3):
        x = b.convolution(x, f"sincnet.conv1d.{index}", strides=[1 if index else 10])
        if index == 0:
            x = b.node("Abs", x)
        x = b.node("MaxPool", x, kernel_shape=[3], strides=[3])
        x = b.node("LeakyRelu", norm(x, f"sincnet.norm1d.{index}"), alpha=0.01)
    x = b.node("Transpose", x, perm=[2, 0, 1])
    for layer in range(4):
        x, _ = b.lstm(x, layer, ("", "_reverse"))
    for index in range(2):
        x = b.node("LeakyRelu", b.linear(x, f"linear.{index}"), alpha=0.01)
    x = b.linear(x, "classifier")
    return b.file("samples", ("batch", 1, "time"), x, ("frames", "batch", 7))


def sinc(weights, rate=16000, least=50.0):
    """Its first convolution: forty bands, each as an even and an odd filter, given by their edges."""
    name = "sincnet.conv1d.0.filterbank"
    n, window = (weights[f"{name}.{part}"].astype(np.float64) for part in ("n_", "window_"))
    low = least + np.abs(weights[f"{name}.low_hz_"].astype(np.float64))
    band = np.abs(weights[f"{name}.band_hz_"].astype(np.float64))
    high = np.clip(low + least + band, least, rate / 2)
    band = high - low
    even = (np.sin(high @ n) - np.sin(low @ n)) / (n / 2) * window
    odd = (np.cos(low @ n) - np.cos(high @ n)) / (n / 2) * window
    even = np.concatenate([even, 2 * band, even[:, ::-1]], axis=1)
    odd = np.concatenate([odd, 0 * band, -odd[:, ::-1]], axis=1)
    return (np.concatenate([even, odd]) / np.concatenate([2 * band] * 2))[:, None, :]


def resemblyzer(weights):
    """Three layers of LSTM: mel frames (time, batch, 40) to embeddings (batch, 256)."""
    b = Builder("resemblyzer", weights)
    x = "frames"
    for layer in range(3):
        x, last = b.lstm(x, layer, ("",))
    x = b.node("Relu", b.linear(b.node("Squeeze", last, [0]), "linear"))
    return b.file("frames", ("time", "batch", 40), x, ("batch", 256))
