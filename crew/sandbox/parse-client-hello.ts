/** What the first message of a TLS connection says about where it wants to go. */
export type ClientHello =
  | { type: "partial" }
  | { type: "invalid" }
  | { type: "hello"; serverName: string | undefined; encrypted: boolean };

const handshakeRecord = 22;
const clientHello = 1;
const extension = { serverName: 0, encryptedClientHello: 0xfe0d };
const recordHeader = 5;
const messageHeader = 4;

/** Reads a ClientHello (RFC 8446, 4.1.2) out of the bytes received so far; it may be spread over several records. */
export function parseClientHello(received: Buffer): ClientHello {
  const message = joinRecords(received);
  if (message === undefined) return { type: "invalid" };
  if (message.length > 0 && message[0] !== clientHello) return { type: "invalid" };
  if (message.length < messageHeader) return { type: "partial" };
  const end = messageHeader + message.readUIntBE(1, 3);
  if (message.length < end) return { type: "partial" };
  try {
    return readExtensions(createReader(message.subarray(messageHeader, end)));
  } catch {
    // Lengths that point beyond the message.
    return { type: "invalid" };
  }
}

/** The handshake bytes of the complete records, and of the last one as far as it goes. */
function joinRecords(received: Buffer): Buffer | undefined {
  const parts: Buffer[] = [];
  for (let at = 0; at < received.length; ) {
    if (received[at] !== handshakeRecord) return parts.length > 0 ? Buffer.concat(parts) : undefined;
    if (received.length >= at + 2 && received[at + 1] !== 3) return undefined;
    if (received.length < at + recordHeader) break;
    const end = at + recordHeader + received.readUInt16BE(at + 3);
    parts.push(received.subarray(at + recordHeader, end));
    at = end;
  }
  return Buffer.concat(parts);
}

function readExtensions(reader: Reader): ClientHello {
  reader.skip(2 + 32);
  reader.block(1);
  reader.block(2);
  reader.block(1);
  const list = createReader(reader.block(2));
  const names: string[] = [];
  let encrypted = false;
  while (list.left() > 0) {
    const kind = list.number(2);
    const content = list.block(2);
    if (kind === extension.serverName) names.push(...readServerNames(createReader(content)));
    if (kind === extension.encryptedClientHello) encrypted = true;
  }
  if (names.length > 1) return { type: "invalid" };
  return { type: "hello", serverName: names[0], encrypted };
}

function readServerNames(reader: Reader): string[] {
  const list = createReader(reader.block(2));
  const names: string[] = [];
  while (list.left() > 0) {
    const isHostName = list.number(1) === 0;
    const name = list.block(2).toString("latin1");
    if (isHostName) names.push(name);
  }
  return names;
}

type Reader = ReturnType<typeof createReader>;

/** Numbers and length-prefixed blocks in a row; throws at the end. */
function createReader(bytes: Buffer) {
  let at = 0;
  const take = (length: number) => {
    if (at + length > bytes.length) throw new RangeError("beyond the end");
    at += length;
    return bytes.subarray(at - length, at);
  };
  const number = (size: number) => take(size).readUIntBE(0, size);
  return { skip: take, number, block: (size: number) => take(number(size)), left: () => bytes.length - at };
}
