import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A certificate and its private key, both as PEM. */
export interface CertificateFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/** What a certificate is for. A server's holds for these names or addresses only. */
export type CertificateUse =
  | { readonly kind: 'server'; readonly hosts: readonly string[] }
  | { readonly kind: 'client' };

const AUTHORITY_DAYS = '3650';
const CERTIFICATE_DAYS = '825';

const settings = (section: string, lines: readonly string[]) =>
  [
    '[req]',
    'distinguished_name = name',
    `x509_extensions = ${section}`,
    '[name]',
    `[${section}]`,
    ...lines,
    '',
  ].join('\n');

/** An authority of our own in a folder, which vouches for signers and those who may ask them. It needs openssl. */
export class Authority {
  private constructor(private readonly folder: string) {}

  /** The authority of the folder; makes one where there is none. */
  static in(folder: string): Authority {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const authority = new Authority(folder);
    const { certFile, keyFile } = authority.files;
    if (existsSync(certFile) && existsSync(keyFile)) return authority;
    const extensions = settings('authority', [
      'basicConstraints = critical, CA:TRUE, pathlen:0',
      'keyUsage = critical, keyCertSign',
    ]);
    newKey(keyFile);
    authority.#with(extensions, (config) => {
      const subject = ['-subj', '/CN=signer authority', '-days', AUTHORITY_DAYS];
      openssl(
        'req',
        '-x509',
        '-new',
        '-sha256',
        '-config',
        config,
        '-key',
        keyFile,
        ...subject,
        '-out',
        certFile,
      );
    });
    return authority;
  }

  get files(): CertificateFiles {
    return this.#files('authority');
  }

  /** A certificate with this common name, as `<name>.pem` and `<name>.key`; one that is there stays. */
  certify(name: string, use: CertificateUse): CertificateFiles {
    const files = this.#files(name);
    if (existsSync(files.certFile) && existsSync(files.keyFile)) return files;
    const authority = this.files;
    newKey(files.keyFile);
    this.#with(settings('leaf', extensionsOf(use)), (config) => {
      const request = `${files.certFile}.request`;
      openssl(
        'req',
        '-new',
        '-sha256',
        '-config',
        config,
        '-key',
        files.keyFile,
        '-subj',
        `/CN=${name}`,
        '-out',
        request,
      );
      const signed = ['-CA', authority.certFile, '-CAkey', authority.keyFile, '-CAcreateserial', '-sha256'];
      const extended = ['-extfile', config, '-extensions', 'leaf', '-days', CERTIFICATE_DAYS];
      openssl('x509', '-req', '-in', request, ...signed, ...extended, '-out', files.certFile);
      rmSync(request);
    });
    return files;
  }

  #files(name: string): CertificateFiles {
    return {
      certFile: path.join(this.folder, `${name}.pem`),
      keyFile: path.join(this.folder, `${name}.key`),
    };
  }

  #with(text: string, then: (config: string) => void): void {
    const config = path.join(this.folder, 'openssl.cnf');
    writeFileSync(config, text);
    then(config);
    rmSync(config);
  }
}

function extensionsOf(use: CertificateUse): readonly string[] {
  const common = ['basicConstraints = critical, CA:FALSE', 'keyUsage = critical, digitalSignature'];
  if (use.kind === 'client') return [...common, 'extendedKeyUsage = clientAuth'];
  const names = use.hosts.map((host) => (/^[\d.]+$|:/.test(host) ? `IP:${host}` : `DNS:${host}`));
  return [...common, 'extendedKeyUsage = serverAuth', `subjectAltName = ${names.join(', ')}`];
}

function newKey(file: string): void {
  openssl('genpkey', '-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256', '-out', file);
  chmodSync(file, 0o600);
}

function openssl(...args: readonly string[]): void {
  const { status, stderr, error } = spawnSync('openssl', args, { encoding: 'utf8' });
  if (error)
    throw new Error('certificates are made with openssl, which is not installed here', { cause: error });
  if (status !== 0) throw new Error(`openssl ${args[0] ?? ''} failed: ${stderr.trim()}`);
}
