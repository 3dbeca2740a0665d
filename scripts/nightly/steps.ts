/** What is run: a built file, and what it is told. */
export interface Step {
  /** Path of its source in the checkout, without the ending. */
  readonly file: string
  readonly args: readonly string[]
}

/** What is too long for every commit, by name. The seed draws inputs, worlds and requests, others with each number. */
export function stepsOf(seed: number): { readonly [name: string]: Step } {
  const conform = (...args: string[]): Step => ({
    file: 'sim/cli/main',
    args: ['conform', '--scope', 'all', '--seed', `${seed}`, ...args],
  })
  const script = (name: string, ...args: string[]): Step => ({ file: `scripts/${name}`, args })
  const first = ['--first', `${seed * 1000}`]
  return {
    conform: conform(),
    'conform-real': conform('--dialect', 'real'),
    budget: script('budget'),
    attributes: script('attributes'),
    releases: script('releases'),
    mutants: script('mutants', '--seeds', `${seed}`),
    worlds: script('worlds', ...first),
    'worlds-written': script('worlds', '--write', '--worlds', '30', ...first),
    fuzz: script('fuzz', '--seed', `${seed}`),
  }
}
