/**
 * How a fact of the language is known. The severity of a finding follows it: what is documented and refused is an
 * error, anything else a warning.
 */
export type Certainty = 'documented' | 'schema' | 'observed' | 'assumed';
