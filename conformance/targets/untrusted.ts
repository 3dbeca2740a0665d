/** What to say where a certificate is the reason; undefined for another one. */
export function untrusted(origin: string, reason: string): string | undefined {
  return /certificate|self.signed|altname|CERT_/i.test(reason)
    ? `the certificate of ${origin} is not trusted (${reason}); name its authority with --ca FILE, or trust any with --insecure`
    : undefined
}
