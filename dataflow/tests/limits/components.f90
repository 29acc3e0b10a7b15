! Components of a type that have values from the start.
program components
  type item
    integer :: first = 1
    integer :: second = 2
    integer, allocatable :: list(:)
  end type
  call show()
contains
  subroutine show()
    type(item) :: x
    allocate(x%list(x%first))
    x%list(1) = x%second
    print *, x%list
  end subroutine
end program
