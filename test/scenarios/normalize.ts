/**
 * Makes what differs from run to run the same: folders, ports, times, and the ids that the local API draws (numbered
 * by kind in order of appearance, so that it still shows which is which).
 */
export function normalizer(folder: string): (text: string) => string {
  const numbers = new Map<string, string>();
  const counts = new Map<string, number>();
  const numbered = (id: string, prefix: string): string => {
    const known = numbers.get(id);
    if (known !== undefined) return known;
    const count = (counts.get(prefix) ?? 0) + 1;
    counts.set(prefix, count);
    const name = `${prefix}_<${count}>`;
    numbers.set(id, name);
    return name;
  };
  return (text) =>
    text
      .replaceAll(folder, '<folder>')
      .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:<port>')
      .replaceAll(/\b(ep|edgtls|edghtsrt)_[0-9A-Za-z]{27}\b/g, (id, prefix: string) => numbered(id, prefix))
      .replaceAll(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, '<time>')
      .replaceAll(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '<lineage>')
      .replaceAll(/\b[0-9a-f]{64}\b/g, '<hash>')
      .replaceAll(/\b[0-9a-f]{32}\b/g, '<op>');
}
