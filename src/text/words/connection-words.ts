/** Why a connection failed, by the code of the system: a clause. */
export const connectionWords: Readonly<Record<string, string>> = {
  EAI_AGAIN: 'its name could not be looked up',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was cut',
  EHOSTUNREACH: 'there is no way to the host',
  ENETUNREACH: 'there is no network',
  ENOTFOUND: 'there is no host of that name',
  EPIPE: 'the connection was cut',
  ETIMEDOUT: 'the connection timed out',
};
