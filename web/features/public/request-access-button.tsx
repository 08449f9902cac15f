import { ArrowRight } from 'lucide-react';
import { Link } from 'wouter';
import { Button } from '../../components/ui/button.tsx';

/** The only primary action of the public pages: it leads to the form Sign Up. */
export const RequestAccessButton = ({ text }: { text: string }) => (
  <Button variant="primary" size="large" asChild>
    <Link href="/register">
      {text}
      <ArrowRight className="rtl:-scale-x-100" />
    </Link>
  </Button>
);
