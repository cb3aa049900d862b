export function isAscii(text: string): boolean;
export function inAscii(text: string): string;
