import {
  type ConformSettings,
  rightTokenName,
  type TwinSettings,
  tokenCallers,
  tokenName,
} from './options.ts'

type Tokens = { readonly [who: string]: string }

/** Tokens by caller, out of `--token` and `--token-ROLE`. */
export function tokensIn(settings: Pick<ConformSettings, 'token'>): Tokens {
  return tokensNamed(settings, tokenName)
}

/** Those of the right one of two services, out of `--right-token` and `--right-token-ROLE`. */
export function rightTokensIn(settings: Pick<TwinSettings, 'rightToken'>): Tokens {
  return tokensNamed(settings, rightTokenName)
}

function tokensNamed(settings: object, nameOf: (caller: string) => string): Tokens {
  const given = settings as { readonly [name: string]: unknown }
  const named = Object.keys(tokenCallers).map((who) => [who, given[nameOf(who)]] as const)
  const all = [['owner', given[nameOf('')]] as const, ...named]
  return Object.fromEntries(
    all.flatMap(([who, token]) => (typeof token === 'string' ? [[who, token] as const] : [])),
  )
}
