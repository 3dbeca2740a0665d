/** Names of a description, by kind. Looks in `above` next: the parent group, the project forked from. */
export class Names<T> {
  readonly #kind: string
  readonly #above: Names<T> | undefined
  readonly #byName = new Map<string | number, T>()

  constructor(kind: string, above?: Names<T>) {
    this.#kind = kind
    this.#above = above
  }

  /** Throws when the name is taken. */
  add(name: string | number, value: T, path: string): T {
    if (this.#byName.has(name)) throw new Error(`${path}: there are two of ${this.#kind} '${name}'`)
    this.#byName.set(name, value)
    return value
  }

  find(name: string | number): T | undefined {
    return this.#byName.get(name) ?? this.#above?.find(name)
  }

  /** The thing of that name; the error names `path`, where the description mentions it. */
  require(name: string | number, path: string): T {
    const found = this.find(name)
    if (found === undefined)
      throw new Error(`${path}: there is no ${this.#kind} '${name}'; known are ${this.#some() || 'none'}`)
    return found
  }

  #some(): string {
    const names = [...this.#byName.keys()]
    return names.length > 12
      ? `${names.slice(0, 12).join(', ')} and ${names.length - 12} more`
      : names.join(', ')
  }
}
