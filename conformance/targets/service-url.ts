/** Throws an Error that says what a base URL must be, for what is none. `origin` names the option. */
export function agreeUrl(url: string, origin = ''): void {
  if (/^https?:\/\/[^/]/i.test(url) && URL.canParse(url)) return
  throw new Error(
    `${origin}${url} is no URL of a service; give http or https and the host, for example http://127.0.0.1:8080`,
  )
}
