import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { type RolldownOutput, rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installed } from '../sim/clients/testing/installed.ts'
import type { Simulator } from '../sim/index.ts'
import { inRoot, root } from './root.ts'
import { executablePath, launched, missing, pageOf } from './testing/chromium.ts'

declare global {
  // What `browser/page.js` leaves for the tests.
  var forgery: { readonly sim: Simulator; readonly started: Promise<boolean> }
}

/** What a page sees of an answer. */
interface Seen {
  readonly status: number
  readonly link: string | null
  readonly json: unknown
}

const third =
  executablePath === undefined ? { folder: undefined, found: missing } : await installed('msw@3.0.5')
const versions = [
  { name: 'msw 2', from: root, found: executablePath ?? missing },
  { name: 'msw 3', from: third.folder, found: third.folder === undefined ? third.found : executablePath },
]

let browser: Browser
beforeAll(async () => {
  if (executablePath !== undefined) browser = await launched()
})
afterAll(() => browser?.close())

describe.each(versions)('$name in a browser ($found)', ({ from }) => {
  describe.skipIf(executablePath === undefined || from === undefined)('with a service worker', () => {
    let folder: string
    let server: Server
    let page: Page
    let built: RolldownOutput
    const asked: string[] = []

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'forgery-browser-'))
      built = await bundled(from ?? root, folder)
      server = served(from ?? root, folder, asked)
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
      page = await pageOf(browser)
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
      await page.waitForFunction(() => globalThis.forgery !== undefined)
      expect(await page.evaluate(() => globalThis.forgery.started)).toBe(true)
    })
    afterAll(async () => {
      await page?.close()
      server?.closeAllConnections()
      server?.close()
      rmSync(folder, { recursive: true, force: true })
    })

    const call = (path: string, method = 'GET'): Promise<Seen> =>
      page.evaluate(
        async ([where, how]) => {
          const headers = { 'private-token': 'alice-token' }
          const reply = await fetch(`https://gitlab.example.com/api/v4${where}`, { method: how, headers })
          const text = await reply.text()
          return {
            status: reply.status,
            link: reply.headers.get('link'),
            json: text === '' ? null : JSON.parse(text),
          }
        },
        [path, method] as const,
      )

    test('a page’s fetch is answered by the simulator inside it, no server is asked', async () => {
      expect(await call('/user')).toMatchObject({ status: 200, json: { username: 'alice' } })
      const { link, json } = await call('/projects?per_page=2')
      expect(json).toHaveLength(2)
      expect(link).toContain('<https://gitlab.example.com/api/v4/projects?')
      expect((await call('/projects/1/milestones/5', 'DELETE')).status).toBe(204)
      expect((await call('/projects/1/milestones/5')).status).toBe(404)
      expect(asked.filter((path) => path.startsWith('/api'))).toEqual([])
      expect(await page.evaluate(() => globalThis.forgery.sim.journal.entries().length)).toBe(4)
    })

    test('a connection that breaks, breaks there too', async () => {
      for (const rule of [{ reset: true }, { truncate: true }]) {
        await page.evaluate((fault) => {
          globalThis.forgery.sim.faults.clear()
          globalThis.forgery.sim.faults.add(fault)
        }, rule)
        await expect(call('/user'), JSON.stringify(rule)).rejects.toThrow()
      }
      await page.evaluate(() => globalThis.forgery.sim.faults.clear())
      expect((await call('/user')).status).toBe(200)
    })

    test('nothing of Node is loaded with the page', () => {
      const chunks = built.output.filter((file) => file.type === 'chunk')
      const loaded = new Set<string>()
      const load = (name: string): void => {
        if (loaded.has(name)) return
        loaded.add(name)
        for (const other of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) load(other)
      }
      load('page.js')
      expect([...loaded].filter((name) => name.startsWith('node:'))).toEqual([])
    })
  })
})

/** `from` is the folder whose `node_modules` has the version of msw. */
async function bundled(from: string, folder: string): Promise<RolldownOutput> {
  const bundle = await rolldown({
    input: inRoot('scripts', 'browser', 'page.js'),
    platform: 'browser',
    // Loaded only by `listen`, which a page does not call.
    external: [/^node:/],
    logLevel: 'silent',
    plugins: [
      {
        // Whoever asks for msw is given the version of that folder; what msw itself asks for is found beside it.
        name: 'msw-of-folder',
        resolveId(source: string) {
          if (source !== 'msw' && !source.startsWith('msw/')) return undefined
          return this.resolve(source, join(from, 'page.js'), { skipSelf: true })
        },
      },
    ],
    resolve: {
      alias: {
        'forgery/msw': inRoot('dist', 'sim', 'adapters', 'msw.js'),
        forgery: inRoot('dist', 'sim', 'index.js'),
      },
    },
  })
  try {
    return await bundle.write({ dir: folder, format: 'esm', entryFileNames: '[name].js' })
  } finally {
    await bundle.close()
  }
}

function served(from: string, folder: string, asked: string[]): Server {
  const worker = readFileSync(join(from, 'node_modules', 'msw', 'lib', 'mockServiceWorker.js'))
  return createServer(({ url = '/' }, response) => {
    asked.push(url)
    const file = join(folder, url.slice(1))
    if (url === '/') {
      response.setHeader('Content-Type', 'text/html')
      response.end('<!DOCTYPE html><title>Page</title><script type="module" src="/page.js"></script>')
    } else if (url === '/mockServiceWorker.js' || extname(url) === '.js') {
      response.setHeader('Content-Type', 'text/javascript')
      response.end(url === '/mockServiceWorker.js' ? worker : readFileSync(file))
    } else {
      response.statusCode = 404
      response.end()
    }
  })
}
