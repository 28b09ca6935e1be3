/** What strict clients look for in the certificates of the gateway. */
import { X509Certificate as NodeCertificate } from 'node:crypto';
import {
  AuthorityKeyIdentifierExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
} from '@peculiar/x509';
import { expect, test } from 'vitest';
import { makeCertificates } from './certificates.ts';

const NOW_MS = Date.UTC(2026, 10, 23);

test('the server is certified for its names and addresses by the authority', async () => {
  const { ca, cert } = await makeCertificates(['localhost', '127.0.0.1', '::1'], NOW_MS);
  const server = new NodeCertificate(cert);
  const authority = new NodeCertificate(ca);
  expect([authority.ca, server.ca]).toEqual([true, false]);
  expect(server.verify(authority.publicKey)).toBe(true);
  expect(server.checkIssued(authority)).toBe(true);
  expect(server.checkHost('localhost')).toBe('localhost');
  expect([server.checkIP('127.0.0.1'), server.checkIP('::1')]).toEqual(['127.0.0.1', '::1']);
  expect(server.validFromDate.getTime()).toBeLessThan(NOW_MS);
});

test('each names its key, and the server the key of its authority, as RFC 5280 demands', async () => {
  const { ca, cert } = await makeCertificates(['localhost'], NOW_MS);
  const keyOf = (pem: string) => new X509Certificate(pem).getExtension(SubjectKeyIdentifierExtension)?.keyId;
  const issuer = new X509Certificate(cert).getExtension(AuthorityKeyIdentifierExtension)?.keyId;
  expect(keyOf(ca)).toMatch(/^[\da-f]{40}$/);
  expect(keyOf(cert)).toMatch(/^[\da-f]{40}$/);
  expect(issuer).toBe(keyOf(ca));
});
