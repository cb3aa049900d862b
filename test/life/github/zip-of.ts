import { crc32 } from 'node:zlib';

/** A zip file whose entries are stored as they are. */
export function zipOf(files: Readonly<Record<string, Buffer>>): Buffer {
  const parts: Buffer[] = [];
  const index: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(content.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(bytes.length, 22);
    const entry = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, bytes, content]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    index.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), common, rest, bytes]));
    parts.push(entry);
    at += entry.length;
  }
  const directory = Buffer.concat(index);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(index.length, 4);
  end.writeUInt16LE(index.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, directory, Buffer.from('PK\u0005\u0006'), end]);
}
