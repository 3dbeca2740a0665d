import { type ConformSettings, tokenCallers, tokenName } from './options.ts'

/** Tokens by caller, out of `--token` and `--token-ROLE`. */
export function tokensIn(settings: Pick<ConformSettings, 'token'>): { readonly [who: string]: string } {
  const given: { readonly [name: string]: unknown } = settings
  const named = Object.keys(tokenCallers).map((who) => [who, given[tokenName(who)]] as const)
  const all = [['owner', settings.token] as const, ...named]
  return Object.fromEntries(
    all.flatMap(([who, token]) => (typeof token === 'string' ? [[who, token] as const] : [])),
  )
}
