import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { VERSION } from '../sim/version.ts'
import { inRoot } from './root.ts'

interface Package {
  readonly version: string
  readonly dependencies: { readonly [name: string]: string }
  readonly devDependencies: { readonly [name: string]: string }
  readonly peerDependencies: { readonly [name: string]: string }
}

const described = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as Package
const readme = readFileSync(inRoot('README.md'), 'utf8')

// What is packed: sources that are built, without their tests.
const sources = ['sim', 'conformance', 'fixtures'].flatMap((folder) =>
  readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|-laws\.ts$|(^|\/)testing\//.test(file))
    .map((file) => readFileSync(join(inRoot(folder), file), 'utf8')),
)

function imports(name: string): boolean {
  const specifier = new RegExp(`(?:from |import\\(|import )'${name.replace('/', '\\/')}['/]`)
  return sources.some((source) => specifier.test(source))
}

test('the version is the same wherever it is told', () => {
  expect(VERSION).toBe(described.version)
})

test('every dependency is needed by what is packed, and has its reason in the README', () => {
  for (const name of Object.keys(described.dependencies)) {
    expect(imports(name), `${name} is imported`).toBe(true)
    expect(readme, name).toContain(`| \`${name}\` | `)
  }
})

test('what is packed needs nothing that only developers have', () => {
  const needed = Object.keys(described.devDependencies).filter(
    (name) => !Object.hasOwn(described.peerDependencies, name),
  )
  for (const name of needed) expect(imports(name), `${name} is imported`).toBe(false)
})
