import { binary, unbase64 } from '../../lib/bytes.ts'
import { REDACTED, withoutTokens } from '../../lib/secrets.ts'
import type { Gifts } from './gifts.ts'
import type { Template } from './template.ts'

/** A variable of a secret, and a value that does in its place. */
interface Hidden {
  readonly variable: string
  readonly placeholder: string
}

/**
 * The secrets of a script. It tells none: what a reply gave is a variable, what everybody may know of a seeded world stays,
 * and all others are variables that whoever runs it sets, with a value that does where nobody looks at it.
 */
export class ScriptSecrets {
  readonly #gifts: Gifts
  readonly #isPublic: (token: string) => boolean
  readonly #hidden = new Map<string, Hidden>()

  constructor(gifts: Gifts, isPublic: (token: string) => boolean) {
    this.#gifts = gifts
    this.#isPublic = isPublic
  }

  get hidden(): readonly Hidden[] {
    return [...this.#hidden.values()]
  }

  /** A text that is told unless something in it opens something. */
  plain(text: string): Template {
    return withoutTokens(text) === text
      ? [text]
      : this.of(text, withoutTokens(text).replaceAll(REDACTED, 'not-told'))
  }

  /** A token, a password, or the value of a CI/CD variable. */
  of(secret: string, placeholder?: string): Template {
    if (secret === '' || this.#isPublic(secret)) return [secret]
    const gift = this.#gifts.use(secret, undefined)
    return [
      gift === undefined ? { variable: this.#variableFor(secret, placeholder) } : { variable: gift.variable },
    ]
  }

  /** A header that holds credentials. */
  ofHeader(value: string): Template {
    const [, scheme = '', rest = ''] = /^(bearer |basic )?(.*)$/is.exec(value) ?? []
    if (/^basic/i.test(scheme))
      return this.#isPublic(passwordOf(rest)) ? [value] : [scheme, ...this.#opaque(rest)]
    const cookie = /^(\w+=)([^;]*)$/.exec(rest)
    if (cookie !== null) return [cookie[1] as string, ...this.of(cookie[2] as string)]
    return scheme === '' ? this.of(rest) : [scheme, ...this.of(rest)]
  }

  #opaque(value: string): Template {
    return [{ variable: this.#variableFor(value) }]
  }

  #variableFor(secret: string, placeholder?: string): string {
    const known = this.#hidden.get(secret)
    if (known !== undefined) return known.variable
    const variable = this.#gifts.name('secret')
    this.#hidden.set(secret, {
      variable,
      placeholder: placeholder ?? `${variable.replaceAll('_', '-')}-is-not-told`,
    })
    return variable
  }
}

function passwordOf(encoded: string): string {
  try {
    return binary(unbase64(encoded.trim())).replace(/^[^:]*:/, '')
  } catch {
    return ''
  }
}
