// Writes frames of VP9 into a WebM file: EBML elements as https://www.matroska.org/technical/elements.html lists them.

const element = (id, ...content) => {
  const body = Buffer.concat(content);
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(body.length) | (1n << 56n));
  return Buffer.concat([Buffer.from(id, "hex"), size, body]);
};
const number = (value) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
};
const float = (value) => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
};
const text = (value) => Buffer.from(value);

/** One frame: track 1, its time in milliseconds after the cluster's, whether it stands alone. */
function block({ time, isKey, data }, start) {
  const head = Buffer.from([0x81, 0, 0, isKey ? 0x80 : 0]);
  head.writeInt16BE(time - start, 1);
  return element("a3", head, data);
}

/** A cluster from each key frame on, which players can jump to. */
function clustersOf(frames) {
  const groups = [];
  for (const frame of frames) {
    if (frame.isKey) groups.push([]);
    groups.at(-1).push(frame);
  }
  return groups.map(([first, ...rest]) => ({
    time: first.time,
    bytes: element(
      "1f43b675",
      element("e7", number(first.time)),
      ...[first, ...rest].map((one) => block(one, first.time)),
    ),
  }));
}

/** frames: [{ time (ms), isKey, data }], the first one a key frame; duration in milliseconds. Returns the file. */
export function webm(frames, { width, height, duration }) {
  const header = element(
    "1a45dfa3",
    element("4286", number(1)),
    element("42f7", number(1)),
    element("42f2", number(4)),
    element("42f3", number(8)),
    element("4282", text("webm")),
    element("4287", number(4)),
    element("4285", number(2)),
  );
  const info = element(
    "1549a966",
    element("2ad7b1", number(1_000_000)),
    element("4489", float(duration)),
    element("4d80", text("demo")),
    element("5741", text("demo")),
  );
  const tracks = element(
    "1654ae6b",
    element(
      "ae",
      element("d7", number(1)),
      element("73c5", number(1)),
      element("9c", number(0)),
      element("86", text("V_VP9")),
      element("83", number(1)),
      element("e0", element("b0", number(width)), element("ba", number(height))),
    ),
  );
  const clusters = clustersOf(frames);
  const cuesWith = (start) => {
    let at = start;
    const points = clusters.map(({ time, bytes }) => {
      const place = element("b7", element("f7", number(1)), element("f1", number(at)));
      at += bytes.length;
      return element("bb", element("b3", number(time)), place);
    });
    return element("1c53bb6b", ...points);
  };
  // Numbers have a fixed length, so the places do not change the size.
  const cues = cuesWith(info.length + tracks.length + cuesWith(0).length);
  return Buffer.concat([header, element("18538067", info, tracks, cues, ...clusters.map(({ bytes }) => bytes))]);
}
