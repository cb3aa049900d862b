export function pageScript(): string;
