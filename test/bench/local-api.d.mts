export function writeRoutes(workspace: string, count: number, store?: string): void;

/** The text of a route, by its number. */
export function route(index: number): string;
