export function buildPlayground(folder: string): Promise<void>;
