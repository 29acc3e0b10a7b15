#include "decomposition.hpp"
#include <stdexcept>

namespace strips {

Place Decomposition::find(int row, int column) const {
    if (row < 0 || row >= all_rows() || column < 0 || column >= columns_)
        throw std::out_of_range("no such cell");
    return Place{row / rows_, row % rows_, column};
}

} // namespace strips
