/** The refusals of the service when a policy is saved, by the number of its error code. */

export interface PolicyRefusal {
  /** The refused part, in our own words. */
  readonly what: string;
  /** The facts that are needed to find it: the text, also the object that carries it, or facts of the account. */
  readonly from: 'text' | 'object' | 'account';
}

const text = (what: string): PolicyRefusal => ({ what, from: 'text' });
const object = (what: string): PolicyRefusal => ({ what, from: 'object' });
const account = (what: string): PolicyRefusal => ({ what, from: 'account' });

export const policyRefusals: Readonly<Record<number, PolicyRefusal>> = {
  2200: text('an expression that does not compile'),
  2201: text('an unknown action'),
  2202: text('an action in a phase that it does not support'),
  2203: text('settings that cannot be read'),
  2204: text('an invalid value of a setting'),
  2205: object('an action on a protocol that it does not support'),
  2206: text('a policy or a rule without an action'),
  2207: text('an action after the end of the chain'),
  2208: text('a header name that is too long'),
  2209: text('a header value that is too long'),
  2210: text('an invalid header name'),
  2211: text('an invalid header value'),
  2212: text('too many headers'),
  2213: text('a broken `${…}` in a header'),
  2214: text('an unknown compression algorithm'),
  2215: text('a number outside its range'),
  2216: account('an unknown IP policy'),
  2217: text('an invalid network'),
  2218: text('too many items in a list'),
  2219: text('a value that only the service sets'),
  2221: text('a text that is too long'),
  2222: text('a value that is not one of those allowed'),
  2223: text('a required setting that is empty'),
  2224: text('a `${…}` that does not compile'),
  2225: text('a duration outside its range'),
  2226: text('a text that is not a URL'),
  2227: account('an issuer without a discovery document'),
  2228: text('a value that cannot be parsed'),
  2229: object('a policy of an unknown protocol'),
  2230: object('a phase that the protocol does not have'),
  2231: text('a repeated item'),
  2232: account('settings that cannot be resolved'),
  2233: account('resolved settings that do not compile'),
  2234: text('a required part that is missing'),
  2235: object('a cloud endpoint whose policy may end without a response'),
  2236: text('a text that is not a policy'),
  2237: text('a text that is too short'),
  2239: text('a second login'),
  2240: text('a setting without the one that belongs to it'),
  2241: object('a cookie domain that is not of the endpoint'),
  2242: text('invalid punycode in a domain'),
  2243: text('an invalid domain'),
  2244: text('too many query parameters'),
  2245: text('a query parameter whose name is too long'),
  2246: text('a query parameter whose value is too long'),
  2248: object('`on_tcp_connect` on an HTTPS edge'),
  2250: text('variables that are nested too deeply'),
  2252: text('variables that are not a list of mappings with one name each'),
  2255: text('too many items in one action'),
  2256: account('an action outside the plan'),
  2257: text('an invalid user name'),
  2258: text('an invalid password'),
  2261: text('an invalid regular expression'),
  2262: object('`on_tcp_connect` on an internal http or https endpoint'),
  2263: account('paid features outside the plan'),
  2264: account('more rules than the plan allows'),
  2265: account('too many actions or expressions in a rule'),
  2266: text('a second AI gateway'),
  2267: text('keys of a provider that the service manages'),
  3604: text('a body of a response whose status has none'),
  3806: text('a strategy of the wrong type'),
  3809: object('an AI gateway on a protocol other than http and https'),
};
