/** What the target asked of somebody outside. */
export interface RemoteCall {
  readonly method: string
  /** Path and query below the place that was called, with a slash at the beginning. */
  readonly path: string
  /** Names in lower case. */
  readonly headers: { readonly [name: string]: string }
  readonly body: Uint8Array
}

export interface RemoteAnswer {
  readonly status: number
  readonly headers?: { readonly [name: string]: string }
  readonly body?: Uint8Array | string
}

export type Answering = (call: RemoteCall) => RemoteAnswer | Promise<RemoteAnswer>

/** A place on the remote host that belongs to one check. */
export interface RemotePlace {
  /** Absolute, without a slash at the end. */
  readonly url: string
  /** All calls so far, in the order in which they came. */
  readonly heard: readonly RemoteCall[]
}

/** Somebody outside whom the target can call: the suite itself. */
export interface RemoteHost {
  /** Scheme, host and port under which the target finds it. */
  readonly url: string
  /** A place below an address that nothing else has. */
  open(answering: Answering): RemotePlace
}

/** A remote host, and what whoever brings it calls asks for the answers. */
export interface AnsweringSide extends RemoteHost {
  answer(call: RemoteCall): Promise<RemoteAnswer>
}

const nobody: RemoteAnswer = {
  status: 404,
  headers: { 'content-type': 'text/plain' },
  body: 'Nobody is here',
}

/** A remote host without a way to it: `path` of a call begins with the name of a place. */
export function createRemoteHost(url: string): AnsweringSide {
  const places = new Map<string, { readonly answering: Answering; readonly heard: RemoteCall[] }>()
  return {
    url,
    open: (answering) => {
      const name = `place-${places.size + 1}`
      const heard: RemoteCall[] = []
      places.set(name, { answering, heard })
      return { url: `${url}/${name}`, heard }
    },
    answer: async (call) => {
      const [, name = '', path = ''] = /^\/([^/?]*)(.*)$/s.exec(call.path) ?? []
      const place = places.get(name)
      if (place === undefined) return nobody
      const inside = { ...call, path: path.startsWith('/') ? path : `/${path}` }
      place.heard.push(inside)
      return place.answering(inside)
    },
  }
}
