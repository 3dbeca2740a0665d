import { describe, expect, test } from 'vitest'
import { unbinary, utf8 } from './bytes.ts'
import { sniffMedia } from './media.ts'

describe('the type of content', () => {
  test.each([
    ['plain words', 'text/plain'],
    ['', 'text/plain'],
    ['  <!doctype html ><p>', 'text/plain'],
    ['alert(1)', 'text/plain'],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
    ['<?xml version="1.0"?>\n<!-- drawn -->\n<svg >', 'image/svg+xml'],
    ['日本語 🦊 Größe', 'text/plain'],
    ['a\x00b', 'application/octet-stream'],
    ['a\x1bb', 'text/plain'],
  ])('%j is %s', (content, type) => {
    expect(sniffMedia(utf8(content)).type).toBe(type)
  })

  test.each([
    ['\x89PNG\r\n\x1a\n', 'image/png'],
    ['\xff\xd8\xff\xe0', 'image/jpeg'],
    ['GIF89a', 'image/gif'],
    ['RIFF\x01\x02\x03\x04WEBPVP8 ', 'image/webp'],
    ['%PDF-1.7', 'application/pdf'],
    ['\x00\x00\x00\x18ftypmp42', 'video/mp4'],
    ['\x1a\x45\xdf\xa3', 'video/webm'],
    ['Gr\xf6\xdfe in Latin-1', 'text/plain'],
    ['\x7fELF\x02\x01\x01\x00', 'application/octet-stream'],
  ])('the bytes %j are %s', (content, type) => {
    expect(sniffMedia(unbinary(content)).type).toBe(type)
  })

  test('tells what a browser would lay out', () => {
    expect(sniffMedia(utf8('<html >'))).toEqual({ type: 'text/plain', markup: true })
    expect(sniffMedia(utf8('<?xml version="1.0"?><a/>'))).toEqual({ type: 'text/plain', markup: true })
    expect(sniffMedia(utf8('<htmlx'))).toEqual({ type: 'text/plain' })
  })

  test('looks no further than 512 bytes', () => {
    expect(sniffMedia(utf8(`${'a'.repeat(512)}\x00`)).type).toBe('text/plain')
  })
})
