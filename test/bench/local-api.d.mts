export function writeRoutes(workspace: string, count: number, store?: string): void;
