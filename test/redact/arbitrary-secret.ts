import fc from 'fast-check';

/** A secret of eight bytes and more: passwords with every mark, base64, words with blanks, other alphabets. */
export const arbitrarySecret: fc.Arbitrary<string> = fc
  .oneof(
    fc.string({ minLength: 8, maxLength: 60 }),
    fc.base64String({ minLength: 12, maxLength: 80 }),
    fc.stringMatching(/^[A-Za-z0-9_-]{8,64}$/),
    fc.string({ unit: 'grapheme', minLength: 6, maxLength: 20 }),
    fc
      .array(fc.stringMatching(/^[a-z0-9"'&<>\\/+%=]{2,8}$/), { minLength: 3, maxLength: 6 })
      .map((words) => words.join(' ')),
  )
  .map((text) => text.trim())
  .filter((text) => Buffer.byteLength(text) >= 8 && !/\s{2}/.test(text) && new Set(text).size > 3);
