interface Room {
  /** Maximum size in bytes, as UTF-8; undefined: no limit of its own. */
  readonly bytes: number | undefined;
  /** Maximum number of UTF-16 units. */
  readonly most: number;
}

/** A text that `render` makes in at most so many UTF-16 units, made shorter until its bytes fit as well. */
export function fitBytes({ bytes, most }: Room, render: (maxSize: number) => string): string {
  if (bytes === undefined) return render(most);
  let size = Math.min(most, bytes);
  for (;;) {
    const text = render(size);
    const length = Buffer.byteLength(text);
    if (length <= bytes || text.length === 0 || size === 0) return text;
    size = Math.floor(Math.min(size - 1, text.length - 1, (size * bytes) / length));
  }
}
