import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

/** The browser of this machine; undefined where there is none. */
export const executablePath = [
  process.env.FORGERY_CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path !== undefined && existsSync(path))

export const missing = 'skipped: there is no Chromium on this machine (FORGERY_CHROMIUM names one)'

export function launched(): Promise<Browser> {
  return chromium.launch({
    executablePath: executablePath as string,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
}

/** A page that is patient: the machine may be slow and busy. */
export async function pageOf(browser: Browser | BrowserContext): Promise<Page> {
  const page = await browser.newPage()
  page.setDefaultTimeout(120_000)
  return page
}
