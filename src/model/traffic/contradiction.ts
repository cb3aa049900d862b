/** A fact of a test that the request, the resource or the policy contradicts. */
export type Contradiction =
  /** The request has no token in the place where the action looks: `authorization`, after `Bearer `. */
  | {
      readonly code: 'no-token';
      readonly give: 'given.jwt';
      readonly part: 'header' | 'body';
      readonly name: string;
      readonly prefix: string;
      /** The text in that place is not a token. */
      readonly isMalformed?: true;
    }
  /** The token of the request says something else. */
  | { readonly code: 'other-token'; readonly give: 'given.jwt'; readonly name: string }
  | { readonly code: 'no-credentials'; readonly give: 'given.basic_auth' }
  /** The header in which the provider of a webhook sends its signature is missing. */
  | {
      readonly code: 'no-signature';
      readonly give: 'given.signature';
      readonly provider: string;
      readonly header: string;
    }
  /** The user has logged in at a provider that is not asked. */
  | {
      readonly code: 'other-provider';
      readonly give: 'given.login';
      readonly provider: string;
      readonly providers: readonly string[];
    }
  /** The request and the files decide it, and otherwise. */
  | {
      readonly code: 'decided';
      readonly give: 'given.basic_auth' | 'given.ip_restriction';
      readonly by: string;
      readonly is: 'refused' | 'allowed';
    }
  /** A call such as `rand.int(0, 5)` does not return that number. */
  | {
      readonly code: 'out-of-range';
      readonly give: 'given.random';
      readonly number: number;
      readonly call: string;
      /** The numbers that it returns, in words. */
      readonly returns: string;
    }
  /** A connection without TLS shows no certificate. */
  | { readonly code: 'not-encrypted'; readonly give: 'given.client_certificate' };
