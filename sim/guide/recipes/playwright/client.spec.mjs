import { expect } from '@playwright/test'
import { test } from './fixtures.mjs'

test('a page against a port: it changes its world, and sees a fault', async ({ page, site, sim, api }) => {
  await page.goto(`${site}/with-server?api=${api}`)
  await expect(page.locator('p')).toHaveText('closed')
  await page.getByRole('button').click()
  await expect(page.locator('p')).toHaveText('active')
  sim.journal.expect('PUT /projects/*/milestones/5 200', 1)
  // Without the header, as a gateway answers, the page would not even see the status.
  const headers = { 'Access-Control-Allow-Origin': '*' }
  sim.faults.add({ method: 'GET', path: '/projects/*/milestones/*', status: 503, headers, times: 1 })
  await page.reload()
  await expect(page.locator('p')).toHaveText('503')
})

test('the next page finds everything as it was', async ({ page, site, api }) => {
  await page.goto(`${site}/with-server?api=${api}`)
  await expect(page.locator('p')).toHaveText('closed')
})

test('a page that the service lives in: the clock, a webhook, the journal', async ({ page, site }) => {
  await page.goto(`${site}/with-msw`)
  await expect(page.locator('p')).toHaveText('closed')
  const seen = await page.evaluate(async () => {
    const call = (method, path) =>
      sim.handle({ method, url: `/api/v4/projects/1${path}`, headers: { 'private-token': 'alice-token' } })
    sim.clock.set('2024-06-01T00:00:00Z')
    call('POST', '/hooks?url=https://bot.example.com&issues_events=true')
    call('POST', '/issues?title=From June')
    await sim.settled()
    return sim.journal
      .entries()
      .map(({ method, direction, at }) => `${direction} ${method} ${at.slice(0, 10)}`)
  })
  expect(seen).toEqual([
    'in GET 2024-01-01',
    'in POST 2024-06-01',
    'in POST 2024-06-01',
    'out POST 2024-06-01',
  ])
})
