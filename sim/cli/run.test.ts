import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { VERSION } from '../version.ts'
import { run } from './run.ts'
import { captured } from './testing/captured.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forgery-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function file(name: string, content: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

/** Runs a command line that is expected to end by itself. */
async function ran(line: string | readonly string[], env: { readonly [name: string]: string } = {}) {
  const io = captured(env)
  const status = await run(typeof line === 'string' ? line.split(' ') : line, io)
  return { status, out: io.printed(), err: io.complained().replaceAll(folder, 'DIR') }
}

describe('help', () => {
  test.each([
    '--help',
    'serve --help',
    'exec --help',
    'conform --help',
    'twin --help',
    'judge --help',
    'journal --help',
    'ready --help',
    'world --help',
    'openapi --help',
  ])('%s', async (line) => {
    const { status, out, err } = await ran(line)
    expect({ status, err }).toEqual({ status: 0, err: '' })
    expect(out).toMatchSnapshot()
  })

  test('is also a command', async () => {
    expect(await ran('help')).toEqual(await ran('--help'))
    expect(await ran('help exec')).toEqual(await ran('exec --help'))
  })

  test('--version', async () => {
    expect(await ran('--version')).toEqual({ status: 0, out: `${VERSION}\n`, err: '' })
  })
})

describe('a wrong use is one line and status 2', () => {
  test.each([
    ['srve', "'srve' is no command: did you mean serve?"],
    [
      'run',
      "'run' is no command: there are serve, exec, ready, conform, twin, judge, journal, world, openapi, docs",
    ],
    ['help srve', "'srve' is no command: did you mean serve?"],
    ['serve now', "too many arguments for 'serve'. Expected 0 arguments but got 1."],
    ['--prot 1', "unknown option '--prot' (Did you mean --port?)"],
    ['--port', "option '--port <PORT>' argument missing"],
    ['--port 70000', "--port: '70000' is no port: use a whole number from 0 (any free one) to 65535"],
    ['--port -1', "--port: '-1' is no port: use a whole number from 0 (any free one) to 65535"],
    ['--seed x', "--seed: 'x' is invalid: use a whole number from -2147483648 to 2147483647"],
    ['--scale -1', "--scale: '-1' is invalid: use a whole number from 0 to 1000"],
    ['--tier gold', "--tier: 'gold' is unknown: use free, premium or ultimate"],
    ['--dialect both', "--dialect: 'both' is unknown: use specification or real"],
    [
      '--clock fast',
      "--clock: clock 'fast' is unknown: use tick, tick:DURATION (tick:500ms), real, xN (x60) or frozen",
    ],
    ['--start noon', "--start: time 'noon' is invalid: use ISO 8601, for example 2024-01-01T00:00:00Z"],
    [
      '--latency sluggish',
      "--latency: latency 'sluggish' is invalid: use a duration of at most 1h such as 200ms, two such as 50ms..200ms, or lan, wan, mobile, slow",
    ],
    ['--rate-limits yes', "--rate-limits: 'yes' is unknown: use on or off"],
    ['--log loud', "--log: 'loud' is unknown: use pretty, json or silent"],
    [
      '--world dmeo',
      "--world: 'dmeo' is unknown: use demo, empty, a file with an ending such as world.json or world.yaml, or a folder such as ./worlds",
    ],
    ['--world no/such.json', '--world: cannot read no/such.json: no such file or folder'],
    ['--config no/such.yaml', '--config: cannot read no/such.yaml: no such file or folder'],
    ['--config .', '--config: cannot read .: it is a folder'],
    ['exec', "missing required argument 'command'"],
    ['conform --runs 0', "--runs: '0' is invalid: use a whole number from 1 to 1000000"],
    [
      'conform --report xml',
      "--report: 'xml' is unknown: use text, json, junit, markdown, html, sarif, github or contract",
    ],
    ['conform --port 1', "unknown option '--port' (Did you mean one of --for, --report?)"],
    ['world --format xml', "--format: 'xml' is unknown: use json, yaml or json-server"],
    ['world --port 1', "unknown option '--port' (Did you mean --format?)"],
  ])('%s', async (line, message) => {
    expect(await ran(line)).toEqual({ status: 2, out: '', err: `forgery: ${message}\n` })
  })

  test('a fault rule', async () => {
    const { status, err } = await ran(['--fault', 'GET projects 500'])
    expect(status).toBe(2)
    expect(err).toBe(
      `forgery: --fault: fault 'GET projects 500' has path "projects": it must be a path that begins with / or *, such as /projects/*\n`,
    )
  })

  test('an environment variable is called by its name', async () => {
    expect(await ran('serve', { FORGERY_RATE_LIMITS: 'maybe' })).toMatchObject({
      status: 2,
      err: "forgery: FORGERY_RATE_LIMITS: 'maybe' is unknown: use on or off\n",
    })
  })

  test.each([
    ['a.yaml', 'prot: 1\n', "--config: DIR/a.yaml has the unknown key 'prot' (did you mean port?)"],
    ['b.yaml', 'seed: [1, 2]\n', 'seed in DIR/b.yaml takes one value, not 2'],
    [
      'c.json',
      '{"tier": {"name": "free"}}',
      '--config: tier in DIR/c.json must be a text, a number or true or false, not {"name":"free"}',
    ],
    [
      'd.json',
      '[]',
      '--config: DIR/d.json must hold an object of options, for example {"port": 8080, "seed": 2}',
    ],
    [
      'e.json',
      '{"port": "many"}',
      "port in DIR/e.json: 'many' is no port: use a whole number from 0 (any free one) to 65535",
    ],
  ])('a configuration file: %s', async (name, content, message) => {
    const path = await file(name, content)
    expect(await ran(['--config', path])).toEqual({ status: 2, out: '', err: `forgery: ${message}\n` })
  })

  test('a file that is no JSON or YAML', async () => {
    const json = await ran(['--config', await file('broken.json', '{"port": ')])
    expect(json.err).toMatch(/^forgery: --config: DIR\/broken\.json is not JSON: .+\n$/)
    const yaml = await ran(['--config', await file('broken.yaml', 'a: [1\nb: "')])
    expect(yaml.err).toMatch(
      /^forgery: --config: DIR\/broken\.yaml is not YAML: line 2, column \d+: [^:]+\n$/,
    )
  })
})
