import type { PlainRequest } from './message.ts'

const embeddings: readonly string[] = ['cors', 'no-cors', 'websocket']
const media =
  /^(image\/(jpeg|apng|png|webp|svg\+xml|\*)|(video|audio)\/(webm|ogg|wav|\*)|application\/ogg|text\/css)$/

/** Whether a page asks for the resource as a part of itself, as `fetch` says of its requests and `<img>` of its kind. */
export function isEmbedded({ headers }: Pick<PlainRequest, 'headers'>): boolean {
  if (embeddings.includes(headers['sec-fetch-mode'] ?? '')) return true
  const [preferred] = (headers.accept ?? '')
    .split(',')
    .map(range)
    .sort((a, b) => b.quality - a.quality)
  return preferred !== undefined && media.test(preferred.type)
}

function range(text: string): { readonly type: string; readonly quality: number } {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim())
  const quality = parameters.find((parameter) => parameter.startsWith('q='))
  return { type, quality: quality === undefined ? 1 : Number(quality.slice(2)) || 0 }
}
