import { isWellFormed, utf8 } from '../lib/bytes.ts'

type Body = string | Uint8Array<ArrayBuffer>
type Make = (body: Body, init: ResponseInit) => Response

/** A response of the web's own, with a body that is there as a whole. */
export const webResponse: Make = (body, init) =>
  new Response(typeof body === 'string' ? bytesOf(body) : body, init)

/**
 * The same for Node, where the stream of a body costs several times what the simulator does. So none is made until
 * somebody asks for it: most read a text or JSON, which are there. Elsewhere a browser may take a response over without
 * asking it for its body, as a service worker does, and gets one of its own.
 */
export const heldResponse: Make = (body, init) => {
  if (globalThis.process?.versions?.node === undefined) return webResponse(body, init)
  if (held?.base !== Response) held = { base: Response, Held: heldClass(Response) }
  return new held.Held(body, init)
}

// Made when it is first needed: tests put other classes in the place of the platform's.
let held: { readonly base: typeof Response; readonly Held: ReturnType<typeof heldClass> } | undefined

function heldClass(Base: typeof Response) {
  /** It has the name by which loggers and assertions know what it is. */
  class HeldResponse extends Base {
    readonly #held: Body
    #isRead = false
    /** The response with a stream, once somebody asked for what this one does not have. */
    #streamed: Response | undefined

    constructor(held: Body, init: ResponseInit) {
      super(null, init)
      this.#held = held
    }

    override get body() {
      return this.#own().body
    }

    override get bodyUsed(): boolean {
      return this.#isRead || this.#streamed?.bodyUsed === true
    }

    override text(): Promise<string> {
      return this.#isUntouched ? this.#read(() => textOf(this.#held)) : this.#own().text()
    }

    override json() {
      return this.#isUntouched ? this.#read(() => JSON.parse(textOf(this.#held))) : this.#own().json()
    }

    override arrayBuffer(): Promise<ArrayBuffer> {
      return this.#isUntouched ? this.#read(() => copyOf(this.#held)) : this.#own().arrayBuffer()
    }

    // The headers of this one say of what type it is.
    override async blob(): Promise<Blob> {
      return new Base(this.body, this).blob()
    }

    override async formData(): Promise<FormData> {
      return new Base(this.body, this).formData()
    }

    override clone(): Response {
      return this.#isUntouched ? new HeldResponse(this.#held, this) : new Base(this.#own().clone().body, this)
    }

    get #isUntouched(): boolean {
      return !this.#isRead && this.#streamed === undefined
    }

    async #read<T>(read: () => T): Promise<T> {
      this.#isRead = true
      return read()
    }

    #own(): Response {
      if (this.#streamed === undefined) {
        this.#streamed = new Base(typeof this.#held === 'string' ? bytesOf(this.#held) : this.#held)
        // What was read here is read there, too.
        if (this.#isRead) void this.#streamed.arrayBuffer()
      }
      return this.#streamed
    }
  }
  // Only newer platforms have it.
  if ('bytes' in Base.prototype)
    Object.defineProperty(HeldResponse.prototype, 'bytes', {
      value: async function bytes(this: Response) {
        return new Uint8Array(await this.arrayBuffer())
      },
      configurable: true,
      writable: true,
    })
  Object.defineProperty(HeldResponse, 'name', { value: Base.name })
  return HeldResponse
}

const decoder = new TextDecoder()

const BYTE_ORDER_MARK = '\ufeff'

function textOf(body: Body): string {
  if (typeof body === 'string' && isWellFormed(body) && !body.startsWith(BYTE_ORDER_MARK)) return body
  return decoder.decode(typeof body === 'string' ? bytesOf(body) : body)
}

function copyOf(body: Body): ArrayBuffer {
  const bytes = typeof body === 'string' ? bytesOf(body) : body
  return bytes.slice().buffer
}

function bytesOf(body: string): Uint8Array<ArrayBuffer> {
  return utf8(body) as Uint8Array<ArrayBuffer>
}
