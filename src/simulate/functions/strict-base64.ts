const form = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** The bytes of base64 with its padding (RFC 4648, 4); undefined for any other text. Node takes what is similar. */
export function strictBase64(text: string): Uint8Array | undefined {
  return form.test(text) ? new Uint8Array(Buffer.from(text, 'base64')) : undefined;
}
