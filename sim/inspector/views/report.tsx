import { useState } from 'preact/hooks'
import { ask, report } from '../control.ts'

/** What makes markup of a text: the one place, and what it makes is shown without its scripts and apart from this page. */
interface Policy {
  createHTML(text: string): string
}
interface PolicyFactory {
  createPolicy(name: string, rules: { readonly createHTML: (text: string) => string }): Policy
}

const factory = (globalThis as { readonly trustedTypes?: PolicyFactory }).trustedTypes
const policy: Policy = factory?.createPolicy('report', { createHTML: (text) => text }) ?? {
  createHTML: (text) => text,
}

/** The HTML report of the conformance suite, out of a file that the person chooses. */
export function Report() {
  const [shown, setShown] = useState('')
  const choose = async (file: File | undefined): Promise<void> => {
    if (file !== undefined) await report(async () => setShown(await stripped(await file.text())))
  }
  return (
    <>
      <h1>Report</h1>
      <p>
        <code>forgery conform --report html=report.html</code> writes one. It is shown without scripts of its
        own.
      </p>
      <label>
        file
        <input
          type="file"
          accept=".html,text/html"
          onChange={({ currentTarget }) => choose(currentTarget.files?.[0])}
        />
      </label>
      {shown === '' ? null : (
        <iframe
          key={shown}
          title="Report"
          sandbox="allow-scripts"
          ref={(frame) => {
            if (frame !== null) frame.srcdoc = policy.createHTML(shown)
          }}
        />
      )}
    </>
  )
}

// The policy of this page holds in the frame too, which has no origin: there run the style and the script of reports as
// this server has them, and none that the file brings.
async function stripped(text: string): Promise<string> {
  const bare = text.replace(/<style\b[\s\S]*?<\/style>/gi, '')
  const parsed = new DOMParser().parseFromString(policy.createHTML(bare), 'text/html')
  for (const element of parsed.querySelectorAll('script, style, link, meta, base, iframe')) element.remove()
  const style = parsed.createElement('style')
  style.textContent = await (await ask('/report.css')).text()
  parsed.head.append(style)
  const html = `<!DOCTYPE html>${parsed.documentElement.outerHTML}`
  if (parsed.getElementById('filter') === null) return html
  return `${html}<script>${await (await ask('/report.js')).text()}</script>`
}
