import { Ltr } from './ltr.tsx';

/** Shows an e-mail address from left to right. Where it does not fit on the line, it breaks before its `@`. */
export const MailAddress = ({ address }: { address: string }) => {
  const at = address.lastIndexOf('@');
  return (
    <Ltr className="[overflow-wrap:anywhere]">
      {address.slice(0, Math.max(at, 0))}
      <wbr />
      {address.slice(Math.max(at, 0))}
    </Ltr>
  );
};
