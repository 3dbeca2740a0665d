import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { installed } from '../../sim/clients/testing/installed.ts'
import { answerOf } from '../../sim/clients/testing/run.ts'
import { executablePath, missing } from '../testing/chromium.ts'

/** What a recipe needs besides Node, curl and the package; or why it cannot be run here. */
export type Needs = { readonly [name: string]: string } | string

export interface Recipe {
  /** Its folder below sim/guide/recipes. */
  readonly name: string
  /** What a user runs in that folder. */
  readonly command: readonly string[]
  /** Environment and packages that it finds; a text says why it is skipped. */
  readonly found: () => Promise<Found>
  /** What the command prints when all of its tests passed: their number shows that they were run. */
  readonly passed: RegExp
  /** The command takes a second or two, and what it needs is on most machines. */
  readonly quick?: true
}

export type Found =
  | { readonly skipped: string }
  | {
      readonly env?: { readonly [name: string]: string }
      /** A folder whose node_modules the recipe finds beside it. */
      readonly packages?: string | undefined
    }

export const recipes: readonly Recipe[] = [
  {
    name: 'node-test',
    command: ['node', '--test', 'client.test.mjs'],
    found: async () => ({}),
    passed: /pass 6\n/,
    quick: true,
  },
  {
    name: 'vitest',
    command: ['npx', 'vitest', 'run'],
    found: async () => ({}),
    passed: /6 passed/,
  },
  {
    name: 'shell',
    command: ['npx', 'forgery', 'exec', '--auto-worlds', '--dialect', 'real', '--', 'sh', 'client.sh'],
    found: async () => program('curl'),
    passed: /(?:- .+\n){6}$/,
    quick: true,
  },
  {
    name: 'pytest',
    command: ['python3', '-B', '-m', 'pytest', '-n', '2', '-p', 'no:cacheprovider'],
    found: async () => {
      const bin = pathOf(process.env.FORGERY_PYTHON ?? '/usr/bin/python3')
      return answerOf(join(bin, 'python3'), '-c', 'import gitlab, pytest, xdist') === undefined
        ? debian('python3-gitlab', 'python3-pytest-xdist')
        : { env: { PATH: bin } }
    },
    passed: /6 passed/,
  },
  {
    name: 'bats',
    command: ['bats', 'client.bats'],
    found: async () => program('bats', 'bats'),
    passed: /^ok 6 /m,
  },
  {
    name: 'rspec',
    command: ['rspec'],
    found: async () =>
      answerOf('/usr/bin/ruby', '-e', "require 'gitlab'; require 'rspec'") === undefined
        ? debian('ruby-gitlab', 'ruby-rspec')
        : { env: { PATH: '/usr/bin' } },
    passed: /6 examples, 0 failures/,
  },
  {
    name: 'go',
    command: ['go', 'test', '-v', '.'],
    found: async () =>
      existsSync('/usr/share/gocode/src/github.com/xanzy/go-gitlab')
        ? // Where Debian's packages are, which go finds without modules only.
          { env: { PATH: '/usr/bin', GO111MODULE: 'off', GOPATH: '/usr/share/gocode', GOFLAGS: '' } }
        : debian('golang-github-xanzy-go-gitlab-dev', 'golang-go'),
    passed: /(?:--- PASS: .+\n[\s\S]*){6}/,
  },
  {
    name: 'junit',
    command: [
      'sh',
      '-c',
      'javac -cp "$JUNIT" -d classes *.java && java -jar "$JUNIT" execute -cp classes --scan-classpath 2>&1 || java -jar "$JUNIT" -cp classes --scan-classpath',
    ],
    found: async () =>
      existsSync(JUNIT) && answerOf('javac', '-version') !== undefined
        ? { env: { JUNIT } }
        : debian('junit5', 'default-jdk-headless'),
    passed: /6 tests successful/,
  },
  {
    name: 'jest',
    command: ['npm', 'test'],
    found: () => packages('jest@30.5.2'),
    passed: /6 passed/,
  },
  {
    name: 'playwright',
    command: ['npx', 'playwright', 'test', '--workers', '1'],
    found: async () =>
      executablePath === undefined
        ? { skipped: missing.replace('skipped: ', '') }
        : {
            env: { CHROMIUM: executablePath },
            ...(await packages('@playwright/test@1.65.1', 'msw@2.15.0', 'esbuild@0.28.2')),
          },
    passed: /3 passed/,
  },
  {
    name: 'deno',
    command: ['npx', 'deno', 'test', '--allow-all', '--no-check'],
    found: () => packages('deno@2.9.6'),
    passed: /6 passed \(|ok \| 6 passed/,
  },
  {
    name: 'bun',
    command: ['bun', 'test'],
    // The binary itself: a script would fetch it.
    found: async () => {
      const found = await packages(`@oven/bun-${process.platform}-${process.arch}@1.4.5`)
      return 'packages' in found
        ? {
            ...found,
            env: {
              PATH: join(
                found.packages as string,
                'node_modules',
                '@oven',
                `bun-${process.platform}-${process.arch}`,
                'bin',
              ),
            },
          }
        : found
    },
    passed: /6 pass\b/,
  },
  {
    name: 'testcontainers',
    command: ['node', '--test', 'client.test.mjs'],
    found: async () =>
      answerOf('docker', 'image', 'inspect', 'forgery:latest') === undefined
        ? { skipped: 'there is no container engine that has the image forgery:latest' }
        : packages('testcontainers@12.2.0'),
    passed: /pass 2\n/,
  },
]

const JUNIT = '/usr/share/java/junit-platform-console-standalone.jar'

function program(name: string, inDebian = name): Found {
  return answerOf(name, '--version') === undefined ? debian(inDebian) : {}
}

function debian(...names: readonly string[]): Found {
  return { skipped: `Debian has what it needs as ${names.join(', ')}` }
}

function pathOf(file: string): string {
  return dirname(file)
}

async function packages(first: string, ...more: readonly string[]): Promise<Found> {
  const { folder, found } = await installed(first, ...more)
  return folder === undefined ? { skipped: found.replace('skipped: ', '') } : { packages: folder }
}
