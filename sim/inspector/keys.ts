import { go, route, to } from './routes.ts'

/** Keys that do what a pointer does; none is taken from somebody who writes. */
export function followKeys(views: readonly string[]): void {
  addEventListener('keydown', (event) => {
    const { target, key, ctrlKey, metaKey, altKey } = event
    const isWriting = target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
    if (isWriting && key === 'Escape') target.blur()
    if (isWriting || ctrlKey || metaKey || altKey) return
    const view = /^[1-9]$/.test(key) ? views[Number(key) - 1] : undefined
    if (view !== undefined) go(to(view))
    else if (key === '/') document.getElementById('filter')?.focus()
    else if (key === 'j' || key === 'k') step(key === 'j' ? 1 : -1)
    else if (key === 'u') go(to(...route.value.path.slice(0, -1)))
    else return
    event.preventDefault()
  })
}

function step(by: number): void {
  const links = [...document.querySelectorAll<HTMLElement>('main :is(tbody, ul, ol) a')]
  const at = links.indexOf(document.activeElement as HTMLElement)
  const next = at < 0 && by < 0 ? links.length - 1 : at + by
  links[Math.max(0, Math.min(links.length - 1, next))]?.focus()
}
