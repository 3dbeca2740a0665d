import { readFileSync } from 'node:fs'
import { load, loadAll } from 'js-yaml'
import { expect, test } from 'vitest'
import { allOptionNames, variableOf } from '../sim/cli/options.ts'
import { inRoot } from './root.ts'

const read = (name: string) => readFileSync(inRoot('scripts', 'deploy', name), 'utf8')
const dockerfile = read('Dockerfile')
const IMAGE = 'forgery:latest'

interface Container {
  readonly name: string
  readonly image: string
  readonly env?: readonly { readonly name: string }[]
  readonly securityContext?: { readonly runAsUser: number; readonly readOnlyRootFilesystem: boolean }
}
interface Resource {
  readonly data?: { readonly [file: string]: string }
  readonly spec?: { readonly template?: { readonly spec: { readonly containers: readonly Container[] } } }
}

const resources = loadAll(read('kubernetes.yaml')) as Resource[]
const { services } = load(read('compose.yaml')) as {
  readonly services: { readonly [name: string]: Service }
}
interface Service {
  readonly image: string
  readonly user: string
  readonly read_only: boolean
  readonly command: readonly string[]
  readonly environment: { readonly [name: string]: string }
}

test('compose and Kubernetes run the image as its user, with a root that nobody writes to', () => {
  const [, user] = /^USER (\d+):\d+$/m.exec(dockerfile) ?? []
  const containers = resources.flatMap(({ spec }) => spec?.template?.spec.containers ?? [])
  const own = containers.filter(({ image }) => image === IMAGE)
  expect(own.map(({ securityContext }) => securityContext)).toMatchObject([
    { runAsUser: Number(user), readOnlyRootFilesystem: true },
  ])
  expect(Object.values(services)).toMatchObject([{ image: IMAGE, user: `${user}:${user}`, read_only: true }])
})

test('every variable that they set is one that is read', () => {
  const known = allOptionNames.map(variableOf)
  const set = [dockerfile, read('kubernetes.yaml'), read('compose.yaml')].flatMap((text) =>
    [...text.matchAll(/\bFORGERY_[A-Z_]+/g)].map(([name]) => name),
  )
  expect(set.length).toBeGreaterThan(3)
  expect(set.filter((name) => !known.includes(name))).toEqual([])
})

test('nginx hashes the same names in Kubernetes as on one machine', () => {
  const there = resources.flatMap(({ data }) => Object.values(data ?? {}))
  const maps = (text: string) =>
    [...text.matchAll(/map [\s\S]*?\n\s*\}/g)].map(([map]) => map.replace(/\s+/g, ' '))
  expect(maps(read('nginx.conf'))).toHaveLength(2)
  expect(there.flatMap(maps)).toEqual(maps(read('nginx.conf')))
})
