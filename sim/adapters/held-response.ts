import { isWellFormed, utf8 } from '../lib/bytes.ts'

export type Body = string | Uint8Array<ArrayBuffer>
export interface Init {
  readonly status: number
  readonly headers: { readonly [name: string]: string }
}
export type Make = (body: Body, init: Init) => Response

/** A response of the web's own, with a body that is there as a whole. */
export const webResponse: Make = (body, init) => new Response(sentAs(body, init), init)

/**
 * The same, whose body is read without its stream: in Node reading that takes as long as the simulator does. Most read a
 * text or JSON, which are there. Whoever takes the stream, or calls what the platform's own class does, gets that.
 */
export const heldResponse: Make = (body, init) => {
  if (held?.base !== Response) held = { base: Response, Held: heldClass(Response) }
  return new held.Held(body, init)
}

// Made when it is first needed: tests put other classes in the place of the platform's.
let held: { readonly base: typeof Response; readonly Held: ReturnType<typeof heldClass> } | undefined

function heldClass(Base: typeof Response) {
  class HeldResponse extends Base {
    readonly #held: Body
    #isRead = false
    /** The stream has been read, too, for those who look at it. */
    #isSettled = false

    constructor(held: Body, init: Init) {
      super(sentAs(held, init), init)
      this.#held = held
    }

    override get body() {
      this.#settle()
      return super.body
    }

    override get bodyUsed(): boolean {
      return this.#isRead || super.bodyUsed
    }

    override text(): Promise<string> {
      if (this.#isUntouched) return this.#read(() => textOf(this.#held))
      this.#settle()
      return super.text()
    }

    override json() {
      if (this.#isUntouched) return this.#read(() => JSON.parse(textOf(this.#held)))
      this.#settle()
      return super.json()
    }

    override arrayBuffer(): Promise<ArrayBuffer> {
      if (this.#isUntouched) return this.#read(() => bytesOf(this.#held).slice().buffer)
      this.#settle()
      return super.arrayBuffer()
    }

    override blob(): Promise<Blob> {
      this.#settle()
      return super.blob()
    }

    override formData(): Promise<FormData> {
      this.#settle()
      return super.formData()
    }

    override clone(): Response {
      this.#settle()
      return super.clone()
    }

    get #isUntouched(): boolean {
      return !this.#isRead && !super.bodyUsed && super.body?.locked === false
    }

    async #read<T>(read: () => T): Promise<T> {
      this.#isRead = true
      return read()
    }

    // What was read here is read there, too.
    #settle(): void {
      if (!this.#isRead || this.#isSettled) return
      this.#isSettled = true
      void super.arrayBuffer()
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
  // By this name loggers and assertions know what it is.
  Object.defineProperty(HeldResponse, 'name', { value: Base.name })
  return HeldResponse
}

const decoder = new TextDecoder()

const BYTE_ORDER_MARK = '\ufeff'

function textOf(body: Body): string {
  if (typeof body === 'string' && isWellFormed(body) && !body.startsWith(BYTE_ORDER_MARK)) return body
  return decoder.decode(bytesOf(body))
}

// A string would be given a content type where there is none.
function sentAs(body: Body, { headers }: Init): Body {
  return 'Content-Type' in headers ? body : bytesOf(body)
}

function bytesOf(body: Body): Uint8Array<ArrayBuffer> {
  return typeof body === 'string' ? (utf8(body) as Uint8Array<ArrayBuffer>) : body
}
