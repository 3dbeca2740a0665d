export * from './avatars.ts'
export * from './uploads.ts'
