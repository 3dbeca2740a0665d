export * from './access-requests.ts'
