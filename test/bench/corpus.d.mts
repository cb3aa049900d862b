export function writeCorpus(folder: string, count: number): void;
