import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { type Outcome, run } from '../../sim/clients/testing/run.ts'
import { inRoot } from '../root.ts'
import { layPackage } from '../testing/laid-package.ts'
import type { Found, Recipe } from './recipe.ts'

const RECIPES = inRoot('sim', 'guide', 'recipes')
/** What every recipe says of a request without a token that counts. */
const REASON = /no credential counts/

/** How a recipe went: as it is written, and with a token that nobody has, so that its tests fail. */
export interface Played {
  readonly asWritten: Outcome
  readonly refused: Outcome
}

/** Runs a recipe in a folder of its own that has the built package, as a user's has it. */
export async function play(
  recipe: Recipe,
  found: Exclude<Found, { readonly skipped: string }>,
): Promise<Played> {
  const place = mkdtempSync(join(tmpdir(), `forgery-recipe-${recipe.name}-`))
  try {
    const folder = laidOut(place, recipe.name, found.packages)
    const env = environment(place, found.env)
    const [program = '', ...args] = recipe.command
    const asWritten = await run(program, args, { cwd: folder, env })
    withoutToken(folder)
    return { asWritten, refused: await run(program, args, { cwd: folder, env }) }
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

/** What is wrong with how a recipe went; undefined for nothing. */
export function problemOf({ passed }: Recipe, { asWritten, refused }: Played): string | undefined {
  const [told, said] = [asWritten, refused].map(({ out, err }) =>
    stripVTControlCharacters(`${out}\n${err}`),
  ) as [string, string]
  if (asWritten.status !== 0) return `it ended with ${asWritten.status}:\n${told}`
  if (![stripVTControlCharacters(asWritten.out), told].some((text) => passed.test(text)))
    return `not all tests were run:\n${told}`
  if (refused.status === 0) return `it passes with a token that nobody has:\n${said}`
  return REASON.test(said) ? undefined : `its failures do not tell the reason:\n${said}`
}

function laidOut(place: string, name: string, packages: string | undefined): string {
  const folder = join(place, name)
  cpSync(join(RECIPES, name), folder, { recursive: true })
  const modules = join(folder, 'node_modules')
  mkdirSync(modules)
  const own = packages === undefined ? [] : readdirSync(join(packages, 'node_modules'))
  for (const entry of own) symlinkSync(join(packages as string, 'node_modules', entry), join(modules, entry))
  layPackage(join(modules, 'forgery'))
  if (packages === undefined) symlinkSync(inRoot('node_modules', 'vitest'), join(modules, 'vitest'))
  if (!own.includes('fast-check'))
    symlinkSync(inRoot('node_modules', 'fast-check'), join(modules, 'fast-check'))
  const bin = join(place, 'bin')
  mkdirSync(bin)
  // In place of npx, which would look for the package in the registry: the command that was named, of these.
  const commands =
    packages === undefined ? inRoot('node_modules', '.bin') : join(packages, 'node_modules', '.bin')
  writeFileSync(
    join(bin, 'npx'),
    `#!/bin/sh
name=$1
shift
if [ "$name" = forgery ]; then exec '${process.execPath}' '${join(modules, 'forgery', 'dist', 'sim', 'cli', 'main.js')}' "$@"; fi
exec '${commands}'/"$name" "$@"
`,
  )
  chmodSync(join(bin, 'npx'), 0o755)
  return folder
}

function environment(place: string, { PATH: first = '', ...env }: { readonly [name: string]: string } = {}) {
  const path = [join(place, 'bin'), first, process.env.PATH].filter(Boolean).join(':')
  return {
    ...env,
    PATH: path,
    HOME: place,
    NO_COLOR: '1',
    FORCE_COLOR: undefined,
    PYTHONDONTWRITEBYTECODE: '1',
  }
}

function withoutToken(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath ?? entry.path, entry.name)
    if (file.includes('node_modules')) continue
    const text = readFileSync(file, 'utf8')
    if (text.includes('alice-token')) writeFileSync(file, text.replaceAll('alice-token', 'nobodys-token'))
  }
}
