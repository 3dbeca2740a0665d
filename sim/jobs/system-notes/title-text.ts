/** What a changed title is told by: the old one with what is gone in `{-…-}`, and the new one with what came in `{+…+}`. */
export function titleText(was: string, is: string): string {
  const most = Math.min(was.length, is.length)
  let start = 0
  while (start < most && was.charCodeAt(start) === is.charCodeAt(start)) start++
  if (splitsPair(was, start) || splitsPair(is, start)) start--
  let end = 0
  while (end < most - start && was.charCodeAt(was.length - 1 - end) === is.charCodeAt(is.length - 1 - end))
    end++
  if (splitsPair(was, was.length - end) || splitsPair(is, is.length - end)) end--
  return `changed title from **${marked(was, start, end, '-')}** to **${marked(is, start, end, '+')}**`
}

function marked(title: string, start: number, end: number, sign: string): string {
  const from = title.length - end
  const mark = start === from ? '' : `{${sign}${title.slice(start, from)}${sign}}`
  return title.slice(0, start) + mark + title.slice(from)
}

// Two halves of one character stay together.
function splitsPair(text: string, at: number): boolean {
  return (text.codePointAt(at - 1) ?? 0) > 0xffff
}
