export function isRefusal(_text: string): boolean | 'doubtful' { return false; }
