/** Makes files by path with a total length of about `bytes`. */
export type Hostile = (bytes: number) => Readonly<Record<string, string>>;

export type Hostiles = Readonly<Record<string, Hostile>>;

/** As many parts as fit into some bytes (all parts are ASCII). */
export function filled(bytes: number, part: (index: number) => string): string {
  return partsOf(bytes, part).join('');
}

export function partsOf(bytes: number, part: (index: number) => string): readonly string[] {
  const parts: string[] = [];
  for (let length = 0; ;) {
    const next = part(parts.length);
    length += next.length;
    if (length > bytes) return parts;
    parts.push(next);
  }
}

/** One resource file that `text` makes for so many bytes. */
export function file(text: (bytes: number) => string): Hostile {
  return (bytes) => ({ 'resources/hostile.yaml': text(bytes) });
}

export function endpoint(name: string, spec: string): string {
  return `kind: endpoint\nname: ${name}\nspec:\n  url: https://${name}.example.com\n${spec}`;
}

export function route(name: string, spec: string): string {
  return (
    `kind: https-route\nname: ${name}\nspec:\n  edge_id: https-edge/main\n  match_type: exact_path\n` +
    `  match: /${name}\n  backend: { backend_id: backend/shop }\n${spec}`
  );
}
