/** Headers on framing, connection and proxies, in lower case: an HTTP client sets them itself. */
export const headersOfClient: readonly string[] = [
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];
