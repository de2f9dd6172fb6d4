/** 127.0.0.0/8, also as an IPv6 address, [::1] and localhost, over http or https. The URL parser has written all of them in one way. */
export function isLoopback({ protocol, hostname }: URL): boolean {
  if (protocol !== 'https:' && protocol !== 'http:') return false;
  return /^(localhost|127(\.\d+){3}|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])$/.test(hostname.replace(/\.$/, ''));
}
